// date-fns: formats in several languages, parsing, arithmetic, intervals, distances; ES module, CommonJS, functional.
import { createRequire } from 'node:module';
import * as d from 'date-fns';
import { de, ja, ar, ru } from 'date-fns/locale';
import { addDays as addDaysFp, format as formatFp } from 'date-fns/fp';

const require = createRequire(import.meta.url);
console.log(require('date-fns').format(new Date(2020, 1, 29), 'yyyy-MM-dd'), require('date-fns/addDays').addDays(new Date(0), 3).getTime(), Object.keys(d).length);
const date = new Date(2014, 1, 11, 14, 5, 9, 78);
const tokens = 'G GGGG y yy yyyy Y R u q qo QQQ QQQQ M Mo MM MMM MMMM MMMMM L w wo ww I II d do dd E EEEE EEEEE EEEEEE i io e c a aaaa b B h hh H HH K k m mm s ss S SSS X XXX x xxx O OOOO t T P PP PPP PPPP p pp Pp PPPPpp';
for (const locale of [undefined, de, ja, ar, ru]) console.log(tokens.split(' ').map((t) => d.format(date, t, { locale })).join('|'));
console.log(d.format(date, "'Today is' eeee, 'o''clock' h a"), d.formatISO(date), d.formatISO9075(date), d.formatRFC3339(date, { fractionDigits: 3 }), d.formatRFC7231(date), d.lightFormat(date, 'dd/MM/yy HH:mm'), d.formatDuration({ years: 2, months: 1, seconds: 5 }, { delimiter: ', ' }));
for (const [text, pattern] of [['2/11/14', 'M/d/yy'], ['11th of February 2014', "do 'of' MMMM yyyy"], ['Feb 30 2020', 'MMM d yyyy'], ['2020-W05-3', "RRRR-'W'II-i"], ['10:32 pm', 'hh:mm a'], ['1394104654', 't'], ['2014-02-11 +02:00', 'yyyy-MM-dd xxx'], ['366 2020', 'D yyyy'], ['4 BC', 'y G']]) {
  const parsed = d.parse(text, pattern, new Date(2000, 0, 1), { useAdditionalDayOfYearTokens: true });
  console.log(text, d.isValid(parsed) ? parsed.toISOString() : 'invalid');
}
console.log(['2014-02-11T11:30:30.5+01:30', '+02014101', '2020-060', '2020W101', '2020-13-01', '24:00', ''].map((s) => { const r = d.parseISO(s, { additionalDigits: 1 }); return isNaN(r) ? 'invalid' : r.toISOString(); }), d.parseJSON('2000-03-15T05:20:10.123Z').getTime());
console.log([d.addMonths(new Date(2021, 0, 31), 1), d.addBusinessDays(date, 10), d.subQuarters(date, 3), d.add(date, { years: 1, weeks: 2, hours: 50 }), d.endOfISOWeek(date), d.startOfDecade(date), d.lastDayOfQuarter(date), d.nextFriday(date), d.previousSunday(date), d.setISOWeek(date, 53), d.setDayOfYear(date, 60), d.roundToNearestMinutes(date, { nearestTo: 15 }), d.closestTo(date, [new Date(2014, 5, 1), new Date(2014, 1, 10)])].map((x) => x.toISOString()).join(' '));
console.log(d.differenceInMonths(new Date(2014, 8, 1), new Date(2014, 0, 31)), d.differenceInBusinessDays(new Date(2014, 6, 20), new Date(2014, 0, 10)), d.differenceInCalendarISOWeeks(date, new Date(2013, 0, 1)), d.getISOWeekYear(new Date(2021, 0, 3)), d.getWeekOfMonth(date), d.getDaysInMonth(new Date(2100, 1)), d.isLeapYear(new Date(2000, 1)), d.compareAsc(date, new Date(0)), d.getOverlappingDaysInIntervals({ start: new Date(2014, 0, 10), end: new Date(2014, 0, 20) }, { start: new Date(2014, 0, 17), end: new Date(2014, 0, 21) }), d.quartersToMonths(3), d.isWithinInterval(date, { start: 0, end: Date.UTC(2020, 1) }), d.isMatch('2020-01-50', 'yyyy-MM-dd'));
const at = (ms) => new Date(date.getTime() + ms);
for (const ms of [0, 20e3, 45e3, 9e5, 5e6, 9e7, 3e9, 4e10, 1e11]) console.log(d.formatDistance(at(ms), date, { addSuffix: true, includeSeconds: true }), '|', d.formatDistanceStrict(at(-ms), date, { addSuffix: true, locale: de }), '|', d.formatRelative(at(ms), date), '|', d.formatDistance(at(ms), date, { locale: ru, addSuffix: true }));
console.log(d.intervalToDuration({ start: new Date(1929, 0, 15, 12), end: new Date(1968, 3, 4, 19, 5) }), d.eachWeekOfInterval({ start: new Date(2014, 9, 6), end: new Date(2014, 10, 3) }, { weekStartsOn: 1 }).map((x) => d.format(x, 'dd.MM')), d.eachWeekendOfMonth(date).length, d.milliseconds({ days: 1.5 }));
console.log([date, new Date(NaN), new Date(2020, 0, 1)].filter(d.isValid).sort(d.compareDesc).map(formatFp('yyyy')), addDaysFp(5)(date).getDate(), d.max([date, 5]).getTime(), d.getUnixTime(date));
for (const bad of [() => d.format(NaN, 'y'), () => d.format(date, 'yyyy n'), () => d.format(date, 'YYYY-DD'), () => d.interval(date, new Date(0), { assertPositive: true }), () => d.parse('x', 'T t', 0)]) {
  try { console.log(bad()); } catch (error) { console.log(error.name, error.message.split(';')[0]); }
}
let sum = 0;
for (let i = 0; i < 3000; i++) sum += d.parse(d.format(d.addHours(date, i * 7), 'yyyy-MM-dd HH:mm'), 'yyyy-MM-dd HH:mm', date).getTime() % 1009;
console.log(sum);
