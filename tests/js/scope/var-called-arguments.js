// A var called `arguments` begins as the arguments object, also where parameter expressions have made one
// (FunctionDeclarationInstantiation, steps 22 and 28).

function check(actual, expected) {
  if (actual !== expected) {
    throw new Error(`${String(actual)} instead of ${String(expected)}`);
  }
}

(function () { var arguments; check(arguments.length, 2); })(1, 2);
(function (a = 1) { var arguments; check(arguments.length, 2); })(1, 2);
(function (a = arguments) { var arguments; check(arguments, a); })();
(function (a = () => arguments) { var arguments; check(arguments, a()); arguments = 1; check(a().length, 0); })();
(function (a = eval('arguments')) { var arguments; check(arguments, a); })();
(function (a = eval('1')) { var arguments; check(arguments.length, 0); })();
(function (a, b = arguments) { { var arguments; } check(arguments, b); })(1);
(function (a = arguments) { function arguments() {} check(typeof arguments, 'function'); check(a.length, 0); })();
(function (a = arguments) { let arguments = 5; check(arguments, 5); check(a.length, 0); })();
(function (arguments, a = arguments) { var arguments; check(arguments, 3); check(a, 3); })(3);
(function* (a = arguments) { var arguments; check(arguments, a); })().next();
