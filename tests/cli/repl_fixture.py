"""The dialogue at a terminal: run by repl.sh."""
import os, sys
from terminal import Terminal

VM = os.environ['VM']
HISTORY = os.path.abspath('history')
LEFT, UP, TAB, CTRL_C, CTRL_D, CTRL_R = '\x1b[D', '\x1b[A', '\t', '\x03', '\x04', '\x12'


def begin(**env):
    t = Terminal([VM], VM_REPL_HISTORY=HISTORY, **env)
    t.expect('> ')
    return t


def evaluate(t, text, result):
    t.send(text + '\r')
    t.expect('\n' + result + '\n')
    t.expect('> ')


t = begin()
evaluate(t, '1 + 1', '2')
evaluate(t, '_ * 21', '42')
evaluate(t, 'const x = "日本"', 'undefined')
evaluate(t, 'const x = 7', 'undefined')
evaluate(t, 'x', '7')
evaluate(t, '{ a: 1 }', '{ a: 1 }')
evaluate(t, 'await new Promise(r => setTimeout(r, 5, "late"))', "'late'")
evaluate(t, 'let y = await 3', 'undefined')
evaluate(t, 'y', '3')

# Several lines; an input that is not complete goes on.
t.send('function add(a, b) {\r')
t.expect('... ')
t.send('return a + b\r')
t.expect('... ')
evaluate(t, '}', 'undefined')
evaluate(t, 'add(1, 2)', '3')
t.send('[1,\r')
t.expect('... ')
t.send('.break\r')
t.expect('> ')

# Editing: the cursor, words, and what was killed.
evaluate(t, '12' + LEFT + '+', '3')
evaluate(t, 'abc def\x17\x17"é"\x7f\x7f\x7f' + '5', '5')
evaluate(t, '34\x01\x0b\x19\x19', '3434')
evaluate(t, '\x1b[200~4;\n5\x1b[201~', '5')

# The history, and searching it.
evaluate(t, UP + UP + UP, '3434')  # the second goes up within ;\n5
t.send(CTRL_R + 'add(')
t.expect("(reverse-i-search)`add(': add(1, 2)")
evaluate(t, '', '3')

# Completion: one candidate, a common beginning, a list.
evaluate(t, 'JSON.stri' + TAB + '([])', "'[]'")
evaluate(t, 'const someLongName = 5, someLongOther = 6', 'undefined')
evaluate(t, 'someL' + TAB + 'N' + TAB, '5')
t.send('Math.a' + TAB)
for name in ('abs', 'acos', 'atanh'):
    t.expect(name)
t.expect('> Math.a')
t.send(CTRL_C)
t.expect('\n> ')
t.send('.he' + TAB + '\r')
t.expect('.editor')
t.expect('> ')

# Errors are printed, and survived.
t.send('nope\r')
t.expect('Uncaught ReferenceError: nope is not defined')
evaluate(t, '_error.name', "'ReferenceError'")
t.send('let let = 1\r')
t.expect('Uncaught SyntaxError: let is disallowed as a lexically bound name')
t.expect('> ')
t.send('setTimeout(() => { throw new Error("from a timer") }, 10); 0\r')
t.expect('Uncaught Error: from a timer')
t.expect('> ')
t.send('Promise.reject(new Error("rejected")); 0\r')
t.expect('Uncaught (in promise) Error: rejected')
t.expect('> ')

# Timers run while an input is typed.
t.send('setTimeout(() => console.log("tick"), 500); 8\r')
t.expect('\n8\n')
t.expect('> ')
t.send('9')
t.expect('9')
t.expect('tick\n> 9')  # above the input
evaluate(t, '0', '90')
t.send('setTimeout(() => process.stdout.write("partial"), 50); 8\r')
t.expect('\n8\n')
t.expect('partial\n> ')

# The interrupt key ends loops, waits, and inputs; the dialogue goes on.
t.send('console.log("started"); while (true);\r')
t.expect('\nstarted\n')
t.send(CTRL_C)
t.expect('Uncaught Error: Script execution was interrupted')
t.expect('> ')
t.send('await new Promise(() => console.log("waiting"))\r')
t.expect('\nwaiting\n')
t.send(CTRL_C)
t.expect('interrupted')
t.expect('> ')
t.send('setTimeout(() => { console.log("spinning"); while (true); }, 1); 0\r')
t.expect('spinning\n')
t.send(CTRL_C)
t.expect('interrupted\n> ')
t.send('half an input')
t.expect('half an input')
t.send(CTRL_C)
t.expect('\n> ')
evaluate(t, '1 + 2', '3')

# Commands.
t.send('.editor\r')
t.expect('// Entering editor mode')
t.send('const e = 1;\re + 1' + CTRL_D)
t.expect('\n2\n')
t.expect('> ')
with open('loaded.js', 'w') as f:
    f.write('var loaded = 1;\nloaded + 41\n')
evaluate(t, '.load loaded.js', '42')
evaluate(t, '.save saved.js', 'Session saved to: saved.js')
assert 'add(1, 2)\n' in open('saved.js').read()
t.send('.unknown\r')
t.expect('Invalid REPL keyword')
t.expect('> ')
t.send('process.on("exit", c => console.log("bye", c)); process.exitCode = 3\r')
t.expect('> ')
t.send(CTRL_D)
t.expect('bye 3')
assert t.end() == 3

# The history of before, also of several lines.
t = begin()
t.send(UP + UP)
t.expect('.unknown')
t.send(CTRL_C)
t.expect('\n> ')
t.send(CTRL_R + 'function add')
t.expect('return a + b')
t.send('\r')
t.expect('undefined')
t.expect('> ')
evaluate(t, 'add(3, 4)', '7')
t.send('process.exit(5)\r')
assert t.end() == 5

# Twice the interrupt key leaves.
t = begin()
t.send(CTRL_C)
t.expect('press Ctrl+C again')
t.expect('\n> ')
t.send(CTRL_C)
assert t.end() == 0

# Rows are wrapped: an input wider than the terminal.
t = Terminal([VM], columns=20, VM_REPL_HISTORY='')
t.expect('> ')
evaluate(t, '"' + 'x' * 50 + '".length', '50')
t.send('.exit\r')
assert t.end() == 0
