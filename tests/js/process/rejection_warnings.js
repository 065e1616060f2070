// flags: --unhandled-rejections=warn
// Two warnings for each rejection: the reason, and what has happened; one more when it is handled late and nobody listens.
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  const [first] = warning.message.split('\n');
  console.log(warning.name.replace('Warning', ''), first.length < 80 ? first : `${first.slice(0, 29)} ${first.slice(-17)}`);
});
const late = Promise.reject('text');
Promise.reject(Symbol('s'));
Promise.reject(new TypeError('an error'));
setTimeout(() => late.catch(() => {}), 1);
// expect: UnhandledPromiseRejection text
// expect: UnhandledPromiseRejection Unhandled promise rejection.  (rejection id: 1)
// expect: UnhandledPromiseRejection Symbol(s)
// expect: UnhandledPromiseRejection Unhandled promise rejection.  (rejection id: 2)
// expect: UnhandledPromiseRejection TypeError: an error
// expect: UnhandledPromiseRejection Unhandled promise rejection.  (rejection id: 3)
// expect: PromiseRejectionHandled Promise rejection was handled asynchronously (rejection id: 1)
