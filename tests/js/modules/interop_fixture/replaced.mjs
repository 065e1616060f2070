export default 1; const own = { own: true }; export { own as "module.exports" };
