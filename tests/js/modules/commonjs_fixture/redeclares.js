const require = 1, module = 2; export {}; export default require + module
