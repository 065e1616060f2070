. "$TESTS/cli/helpers.sh"
set -e

# examples/echo_server.js: echoes, and at SIGTERM sends what it holds and ends.
cat >drive.py <<'PY'
import os, signal, socket, subprocess, sys
server = subprocess.Popen([sys.argv[1], sys.argv[2]], stdout=subprocess.PIPE, text=True)
port = int(server.stdout.readline())
one, other = (socket.create_connection(('127.0.0.1', port), 20) for _ in range(2))
one.sendall(b'hello')
assert one.recv(100) == b'hello'
data = os.urandom(1 << 22)
import threading
sender = threading.Thread(target=other.sendall, args=(data,))
sender.start()
got = b''
while len(got) < len(data):
    part = other.recv(1 << 16)
    assert part, len(got)
    got += part
sender.join()
assert got == data
server.send_signal(signal.SIGTERM)
assert one.recv(100) == b'' and other.recv(100) == b''
one.close(), other.close()
assert server.stdout.read() == 'goodbye\n'
assert server.wait(20) == 0
PY
python3 drive.py "$VM" "$TESTS/../examples/echo_server.js"
