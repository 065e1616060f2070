"""terminal.py - drives a program at a pseudo-terminal, for tests of what people see.

Terminal(argv, env) starts it; send(text) types; expect(text) waits until the screen output since the last expect has
the text (escape sequences that only move or colour are removed) and gives what came before it.
"""
import os, pty, re, select, signal, struct, fcntl, termios, time

CONTROLS = re.compile(r'\x1b\[[0-9;?]*[A-Za-z]|\r')
PATIENCE = 20


class Terminal:
    def __init__(self, argv, columns=80, **env):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(env, TERM='xterm', NO_COLOR='1')
            os.execv(argv[0], argv)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
        self.output = ''

    def send(self, text):
        os.write(self.fd, text.encode())

    def read(self, until):
        ready, _, _ = select.select([self.fd], [], [], max(0, until - time.time()))
        if not ready:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b''
        self.output += data.decode('utf-8', 'replace')
        return bool(data)

    def expect(self, text):
        until = time.time() + PATIENCE
        while True:
            plain = CONTROLS.sub('', self.output)
            if text in plain:
                before, _, rest = plain.partition(text)
                self.output = rest
                return before
            if not self.read(until):
                raise AssertionError('no %r in %r' % (text, plain))

    def end(self):
        """The exit status, once the program has ended by itself."""
        until = time.time() + PATIENCE
        while self.read(until):
            pass
        for _ in range(PATIENCE * 20):
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.05)
        os.kill(self.pid, signal.SIGKILL)
        raise AssertionError('does not end')
