// Loggers: winston and pino on streams, with redaction, serializers and children.
import winston from 'winston';
import { Writable } from 'stream';
const l = winston.createLogger({
  level: 'debug',
  format: winston.format.combine(
    winston.format.label({ label: 'L' }),
    winston.format.splat(),
    winston.format.printf((i) => `${i.label} ${i.level} ${i.message} ${JSON.stringify(i.meta ?? {})}`),
  ),
  transports: [new winston.transports.Console()],
});
l.info('hello %s %d', 'w', 5);
l.warn('x', { meta: { a: 1 } });
l.child({ meta: 2 }).debug('c');
l.error(new Error('e').message);
l.silly('no');
const s = new Writable({
  write(c, e, cb) {
    process.stdout.write('S ' + c);
    cb();
  },
});
winston
  .createLogger({ format: winston.format.json(), transports: [new winston.transports.Stream({ stream: s })] })
  .info({ message: 'j', k: [1] });
import pino from 'pino';
const p = pino(
  { base: null, timestamp: false, redact: ['pw', 'a.*.q'], serializers: { err: pino.stdSerializers.err } },
  { write: (x) => process.stdout.write(x) },
);
p.info({ pw: 1, a: { b: { q: 2, z: 3 } } }, 'msg %s %j', 'x', { y: 1 });
p.child({ c: 1 }).error({ err: Object.assign(new RangeError('bad'), { stack: 's' }) });
p.debug('no');
p.level = 'trace';
p.trace('tr');
pino({ base: null, timestamp: false }).warn('to fd');
