// Listeners of uncaughtException get an Error for a reason that is none.
process.on('uncaughtException', (error, origin) => {
  console.log(error.name, error.code, origin, error.message.slice(-14));
});
Promise.reject(null); // expect: UnhandledPromiseRejection ERR_UNHANDLED_REJECTION unhandledRejection reason "null".
process.on('exit', () => console.log(process._exiting)); // expect: true
