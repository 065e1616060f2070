// zones: UTC Europe/Berlin America/New_York Asia/Kolkata Australia/Lord_Howe America/St_Johns Africa/Monrovia Pacific/Apia Asia/Kathmandu America/Sao_Paulo
//
// Dates: parse of ISO texts and of the shapes that Node reads besides; the constructor and Date.UTC; setters and getters,
// local and universal, about the ends of the range and the changes of clocks; the texts of a date.
//
// Differences that are meant: Node calls times before 1970 by the names of today's rules, "Summer Time" also where the
// offset beside it is that of winter, and its data of summer times ends with 2037. Names are compared in between.

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const pad = (n, width) => String(n).padStart(width, '0');
const year = () => pickWeighted([[6, () => 1970 + below(80)], [2, () => 1800 + below(300)], [1, () => below(100)], [1, () => below(10000)]])();
const month = () => below(40) === 0 ? below(15) : 1 + below(12);
const day = () => below(40) === 0 ? below(35) : 1 + below(28);
const hour = () => below(40) === 0 ? below(27) : below(24);
const minute = () => below(40) === 0 ? below(63) : below(60);

// --- texts

function isoText() {
    let s = pickWeighted([[8, () => pad(year(), 4)], [1, () => pick(['+', '-']) + pad(year(), 6)], [0.3, () => pick(['-000000', '+275760', '-271821', '+0001', '12345', '+12345678'])]])();
    if (chance(90)) s += '-' + pad(month(), chance(95) ? 2 : 1);
    if (chance(85)) s += '-' + pad(day(), chance(95) ? 2 : 1);
    if (chance(75)) {
        s += pick(['T', 'T', 'T', 't', ' ']) + `${pad(hour(), chance(95) ? 2 : 1)}:${pad(minute(), chance(95) ? 2 : 1)}`;
        if (chance(70)) s += ':' + pad(minute(), 2);
        if (chance(50)) s += pick(['.', '.', '.', ',']) + pad(below(10 ** (1 + below(9))), 1);
        s += pickWeighted([[4, 'Z'], [4, ''], [3, pick(['+', '-']) + pad(hour(), 2) + ':' + pad(minute(), 2)], [1, pick(['+0530', '-08', '+24:00', '-00:00', 'z', ' Z', '+1:30', 'GMT', ' +0100'])]]);
    }
    return s;
}
const zone = () => pick(['', '', ' GMT', ' UTC', ' Z', ' EST', ' PDT', ' CET', ' GMT+0200', ' GMT-0330', ' +0100', ' -0800', ' UTC+1', ' GMT+5:30', '+0200', ' (CET)', ' GMT+0100 (Central European Standard Time)', ' MST', ' A', ' utc']);
const time = () => `${chance(60) ? pad(hour(), 2) : hour()}:${pad(minute(), 2)}` + (chance(60) ? ':' + pad(minute(), 2) : '') + (chance(10) ? '.' + below(1000) : '') + (chance(20) ? pick([' AM', ' PM', 'am', 'pm', ' a.m.']) : '');
const monthName = () => pick([m => m, m => m, m => m.toUpperCase(), m => m + 'uary', m => m + '.', m => m.toLowerCase()])(pick(months));
const shortYear = () => chance(80) ? year() : pick(['70', '49', '50', '99', '05', "'99"]);
function legacyText() {
    const date = pick([
        () => `${monthName()} ${day()}, ${shortYear()}`, () => `${day()} ${monthName()} ${shortYear()}`, () => `${pick(days)} ${monthName()} ${pad(day(), 2)} ${shortYear()}`,
        () => `${pick(days)}, ${pad(day(), 2)} ${monthName()} ${shortYear()}`, () => `${month()}/${day()}/${shortYear()}`, () => `${year()}/${month()}/${day()}`,
        () => `${day()}-${monthName()}-${shortYear()}`, () => `${month()}-${day()}-${shortYear()}`, () => `${monthName()} ${year()}`, () => `${monthName()} ${day()}`, () => `${year()}-${month()}-${day()}`,
        () => `${pick(['Monday', 'Tues', 'Xyz', 'thursday'])} ${monthName()} ${day()} ${year()}`, () => `${year()} ${monthName()} ${day()}`, () => `${day()}.${month()}.${year()}`, () => String(year()), () => String(below(100))])();
    const parts = [date];
    if (chance(70)) parts[chance(90) ? 'push' : 'unshift'](time());
    return parts.join(pick([' ', ' ', ' ', ', ', '  ', 'T', ' at '])) + (parts.length > 1 || chance(30) ? zone() : '');
}
function disturbed(s) {
    const at = below(s.length + 1);
    return pick([() => s.slice(0, at), () => s.slice(0, at) + s.slice(at + 1), () => s.slice(0, at) + pick([' ', '-', '+', ':', '.', ',', '/', '(', ')', '(x)', '1', '0', 'a', 'T', 'Z', '\u00e9', '()']) + s.slice(at)])();
}

// --- numbers

const changes = [Date.UTC(2021, 2, 28), Date.UTC(2021, 9, 31), Date.UTC(2021, 2, 14), Date.UTC(2021, 10, 7), Date.UTC(2021, 3, 4), Date.UTC(2021, 9, 3), Date.UTC(2011, 11, 30), Date.UTC(2018, 1, 18), Date.UTC(1972, 0, 7), Date.UTC(1916, 3, 30)];
const instant = () => pickWeighted([[5, () => (below(2 ** 31) - 2 ** 30) * 1000 * 3 + below(1000)], [3, () => pick(changes) + (below(2 * 86400) - 86400) * 1000], [1, () => pick([8.64e15, -8.64e15, 8.64e15 - 1, -8.64e15 + 1, 0, -1, NaN])],
    [1, () => (below(2 ** 31) - 2 ** 30) * 8e6]])();
const field = () => pickWeighted([[8, () => below(60)], [3, () => below(400) - 200], [1, () => pick([NaN, Infinity, -0, 1.9, -1.9, 1e9, -1e9, 8.64e15, 1e300, undefined, '7', null])]])();
const setters = ['Milliseconds', 'Seconds', 'Minutes', 'Hours', 'Date', 'Month', 'FullYear'];
const getters = ['getFullYear', 'getMonth', 'getDate', 'getDay', 'getHours', 'getMinutes', 'getSeconds', 'getMilliseconds', 'getTimezoneOffset', 'getYear', 'getUTCFullYear', 'getUTCMonth', 'getUTCDate', 'getUTCDay', 'getUTCHours', 'getUTCMinutes', 'getUTCSeconds', 'getUTCMilliseconds'];
const texts = ['toString', 'toDateString', 'toTimeString', 'toISOString', 'toUTCString', 'toJSON'];

for (let i = 0; i < COUNT; i++) {
    switch (below(8)) {
    case 0: { const s = isoText(); note('parse ISO', show(s), () => Date.parse(s)); break; }
    case 1: { const s = legacyText(); note('parse legacy', show(s), () => Date.parse(s)); break; }
    case 2: { const s = disturbed(pick([isoText, legacyText])()); note('parse disturbed', show(s), () => Date.parse(s)); break; }
    case 3: { const a = [1800 + below(400), ...repeat(0, 6, field)]; note('constructor', a, () => [Date.UTC(...a), new Date(...a).getTime()]); break; }
    case 4: {
        const t = instant(), name = `set${pick(['', 'UTC'])}${pick(setters)}`, a = repeat(chance(95) ? 1 : 0, 3, name.endsWith('FullYear') && chance(80) ? () => 1900 + below(200) : field);
        note(name, [t, a], () => { const d = new Date(t); return [d[name](...a), d.getTime()]; });
        break;
    }
    case 5: { const t = instant(); note('getters', t, () => { const d = new Date(t); return getters.map(name => d[name]()); }); break; }
    case 6: {
        const t = instant(), name = pick(texts);
        note(name, t, () => t < 0 || t >= 2145916800000 ? String(new Date(t)[name]()).replace(/ \(.*/, '') : new Date(t)[name]());
        note('round trip', t, () => { const d = new Date(t); return [Date.parse(d.toString()), Date.parse(d.toUTCString()), Date.parse(String(d.toJSON())), Date.parse(d.toDateString())]; });
        break;
    }
    default: {
        const t = instant(), y = field();
        note('setYear', [t, y], () => { const d = new Date(t); return [d.setYear(y), d.setTime(y), d.getTime()]; });
        note('local', [t], () => { const d = new Date(t); return new Date(d.getFullYear(), d.getMonth(), d.getDate(), d.getHours(), d.getMinutes(), d.getSeconds(), d.getMilliseconds()) - d; });
    }
    }
}
flush();
