// TCP and Unix-socket servers and clients: data both ways, ends, back-pressure, errors, time-outs, counts.
const net = require('node:net');
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { once } = require('node:events');
const { pipeline } = require('node:stream/promises');
const { Readable, Writable } = require('node:stream');

const listen = async (server, ...where) => {
    server.listen(...where);
    await once(server, 'listening');
    return server.address();
};

async function echo() {
    const server = net.createServer((socket) => socket.pipe(socket));
    const { port, family, address } = await listen(server, 0, '127.0.0.1');
    assert.deepStrictEqual([family, address], ['IPv4', '127.0.0.1']);
    const client = net.connect({ port, host: '127.0.0.1' });
    const events = [];
    for (const name of ['connect', 'ready', 'end', 'close']) client.on(name, () => events.push(name));
    let got = '';
    client.setEncoding('utf8').on('data', (text) => { got += text; });
    client.write('hé');
    client.write(Buffer.from('llo'));
    client.end('!');
    await once(client, 'close');
    assert.strictEqual(got, 'héllo!');
    assert.deepStrictEqual(events, ['connect', 'ready', 'end', 'close']);
    assert.deepStrictEqual([client.bytesWritten, client.bytesRead, client.remotePort], [7, 7, undefined]);
    server.close();
    await once(server, 'close');
    assert.strictEqual(server.address(), null);
}

async function megabytes() { // through a slow reader, intact
    const server = net.createServer((socket) => socket.pipe(socket));
    const { port } = await listen(server, 0, '127.0.0.1');
    const client = net.connect(port, '127.0.0.1');
    const piece = Buffer.alloc(65536, Uint8Array.from({ length: 251 }, (_, i) => i));
    const pieces = 160;
    let received = 0, next = 0;
    const check = new Writable({ highWaterMark: 1024, write(chunk, _, done) {
        for (const byte of chunk) {
            if (byte !== next % 65536 % 251) return done(new Error(`wrong byte at ${next}`));
            next++;
        }
        received += chunk.length;
        received % 5 ? done() : setImmediate(done);
    } });
    await Promise.all([pipeline(Readable.from(function* () { for (let i = 0; i < pieces; i++) yield piece; }(), { objectMode: false }), client, { end: true }),
                       pipeline(client, check)]);
    assert.strictEqual(received, pieces * piece.length);
    server.close();
}

async function unixSocket() {
    const name = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'vm-net-')), 'socket');
    const server = net.createServer((socket) => socket.end('from the path'));
    assert.strictEqual(await listen(server, name), name);
    const client = net.connect(name);
    let got = '';
    for await (const chunk of client) got += chunk;
    assert.strictEqual(got, 'from the path');
    server.close();
    await once(server, 'close');
    assert.strictEqual(fs.existsSync(name), false);
    fs.rmdirSync(path.dirname(name));
}

async function errors() {
    const server = net.createServer();
    const { port } = await listen(server, 0, '127.0.0.1');
    const second = net.createServer();
    second.listen(port, '127.0.0.1');
    const [inUse] = await once(second, 'error');
    assert.deepStrictEqual([inUse.code, inUse.syscall, inUse.port, inUse.message], ['EADDRINUSE', 'listen', port, `listen EADDRINUSE: address already in use 127.0.0.1:${port}`]);
    server.close();
    await once(server, 'close');
    const client = net.connect(port, '127.0.0.1');
    const closed = new Promise((resolve) => client.on('close', resolve));
    const [refused] = await once(client, 'error');
    assert.deepStrictEqual([refused.code, refused.syscall, refused.address, refused.message], ['ECONNREFUSED', 'connect', '127.0.0.1', `connect ECONNREFUSED 127.0.0.1:${port}`]);
    assert.strictEqual(await closed, true);
    const missing = net.connect('/nowhere/at/all.sock');
    assert.strictEqual((await once(missing, 'error'))[0].code, 'ENOENT');
    assert.throws(() => net.connect({ port: 70000 }), { code: 'ERR_SOCKET_BAD_PORT' });
    assert.throws(() => server.listen({}), { code: 'ERR_INVALID_ARG_VALUE' });
}

async function reset() { // the other end vanishes in the middle
    const server = net.createServer((socket) => { socket.on('error', () => {}); socket.resetAndDestroy(); });
    const { port } = await listen(server, 0, '127.0.0.1');
    const client = net.connect(port, '127.0.0.1');
    client.resume();
    const [error] = await once(client, 'error');
    assert.strictEqual(error.code, 'ECONNRESET');
    server.close();
}

async function halfOpen() {
    const server = net.createServer({ allowHalfOpen: true }, async (socket) => {
        let got = '';
        for await (const chunk of socket.iterator({ destroyOnReturn: false })) got += chunk;
        setImmediate(() => socket.end(`after the end: ${got}`));
    });
    const { port } = await listen(server, 0);
    const client = net.connect({ port, host: 'localhost', allowHalfOpen: true });
    client.end('question');
    let answer = '';
    for await (const chunk of client) answer += chunk;
    assert.strictEqual(answer, 'after the end: question');
    server.close();
}

async function timeouts() {
    const server = net.createServer((socket) => socket.on('error', () => {}));
    const { port } = await listen(server, 0, '127.0.0.1');
    const client = net.connect(port, '127.0.0.1').setTimeout(20);
    await once(client, 'timeout');
    assert.strictEqual(client.destroyed, false);
    client.destroy();
    server.close();
    const idle = net.createServer().listen(0).unref(); // does not keep the program alive
    assert.strictEqual(idle.listening, true);
}

async function many() { // connections come and go; descriptors are given back
    const open = () => fs.readdirSync('/proc/self/fd').length;
    const server = net.createServer((socket) => socket.end('x'));
    server.maxConnections = 1000;
    const { port } = await listen(server, 0, '127.0.0.1');
    const before = open();
    for (let round = 0; round < 5; round++) {
        await Promise.all(Array.from({ length: 40 }, async () => {
            const client = net.connect(port, '127.0.0.1');
            for await (const _ of client);
        }));
    }
    while (server._connections) await new Promise(setImmediate);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.ok(open() <= before, `${open()} descriptors are open, ${before} were`);
    server.close();
    await once(server, 'close');
}

(async () => {
    for (const part of [echo, megabytes, unixSocket, errors, reset, halfOpen, timeouts, many]) await part();
    console.log([net.isIP('::1'), net.isIP('1.2.3.4'), net.isIP('1.2.3'), net.isIPv6('1::'), net.isIPv4('a')].join());
})(); // expect: 6,4,0,true,false
