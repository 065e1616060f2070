// semver: comparison, ranges of every syntax, increments, coercion, subsets, simplification, errors.
const semver = require('semver');
const satisfies = require('semver/functions/satisfies');
const { Range, SemVer, Comparator } = semver;

const versions = ['1.2.3', 'v1.2.3-beta.2', '1.2.3-beta.11', '1.2.3-alpha', '1.2.3-alpha.1', '1.2.3+build.5', '0.0.1', '10.0.0', '2.0.0-rc.1', '1.10.0', '=1.9.9', '0.2.5', '0.0.3', '3.0.0-0'];
console.log(semver.sort(versions.slice(), true).join(' '), semver.rsort(versions.slice(), true)[0]);
console.log(['1.2', '01.2.3', '1.2.3.4', 'a.b.c', '1.2.3-', '1.2.3-01', '9007199254740992.0.0', '', null, '1.2.3-a.b-c+d.e', '>1.2.3'].map((v) => semver.valid(v)));
const ranges = ['^1.2.3', '~1.2', '1.x || >=2.5.0 || 5.0.0 - 7.2.3', '^0.2.3', '^0.0.3', '>=1.2.3-alpha <2', '*', '', '1.2.3 - 2', '<1.0.0 || >=3', '~>1.2.3', '^1.x', '>1', '<=2.x', '>=1.0.0 <1.0.0', '^1.2.3-beta.2', '1 2', '=1.2.3', '>x', '~0.0.1-beta', 'latest', '>=a'];
for (const range of ranges) console.log(JSON.stringify(range), semver.validRange(range), versions.filter((v) => semver.satisfies(v, range)).join(), semver.maxSatisfying(versions, range, true), semver.minSatisfying(versions, range, { includePrerelease: true }), semver.validRange(range) && semver.minVersion(range)?.version, semver.validRange(range) && semver.gtr('2.1.0', range), semver.validRange(range) && semver.ltr('0.1.0', range));
for (const release of ['major', 'premajor', 'minor', 'preminor', 'patch', 'prepatch', 'prerelease']) console.log(release, semver.inc('1.2.3-beta.4', release), semver.inc('1.2.3', release, 'rc'), semver.inc('1.2.3', release, 'rc', '1'), semver.inc('0.0.0-5', release, false));
console.log(['v2', '1.2.3.4', 'version 7.8.9-rc and 10.1', '42.6.7.9.3-alpha', 'none', 3.1, '1.2.3-rc.1+b'].map((v) => [semver.coerce(v)?.version, semver.coerce(v, { rtl: true })?.version, semver.coerce(v, { includePrerelease: true })?.raw]));
console.log(semver.diff('1.2.3', '1.2.4-rc.1'), semver.diff('1.0.0-rc.1', '1.0.0'), semver.diff('1.0.0', '2.1.0'), semver.compareBuild('1.0.0+b', '1.0.0+a'), semver.compareLoose('v 1.0.0', '1.0.0'), semver.prerelease('1.2.3-alpha.1.b'), semver.cmp('1.0.0', '!==', '1.0.0'), semver.eq('1.0.0+x', '1.0.0'), satisfies('1.0.0', '^1'), semver.major('4.5.6') * 100 + semver.minor('4.5.6') * 10 + semver.patch('4.5.6'));
console.log(semver.intersects('^1.2', '~1.5'), semver.intersects('<1', '>2'), semver.subset('^1.2.3', '>=1'), semver.subset('*', '^1'), semver.outside('3.0.0', '1 || 2', '>'), semver.simplifyRange(['1.0.0', '1.0.1', '1.1.0', '2.0.0'], '1.0.0 || 1.0.1 || >=1.1.0 <1.9'), new Range('>1 <3 || 5', { includePrerelease: true }), String(new Comparator('>=1.2.3')), new Comparator('>1.0.0').intersects(new Comparator('<2.0.0')));
const version = new SemVer('1.2.3-alpha.5+exp.sha');
console.log(version, version.compare('1.2.3'), version.compareMain('1.2.4'), version.comparePre('1.2.3-alpha.10'), `${version}`, JSON.stringify(version), semver.parse(version) === version);
for (const bad of [() => new SemVer('x'), () => new SemVer({}), () => new Range('blerg'), () => new Comparator('foo'), () => semver.inc('1.2.3', 'huge'), () => new SemVer('1'.repeat(300)), () => semver.cmp('1.0.0', '~', '1'), () => semver.outside('1.0.0', '1', '?'), () => new SemVer('99999999999999999.0.0')]) {
  try { console.log(String(bad())); } catch (error) { console.log(error.name, error.message.slice(0, 80)); }
}
console.log(semver.SEMVER_SPEC_VERSION, semver.RELEASE_TYPES, semver.truncate?.('1.2.3-x', 'minor'));
let matched = 0;
for (let major = 0; major < 4; major++) for (let minor = 0; minor < 8; minor++) for (let patch = 0; patch < 4; patch++) for (const pre of ['', '-rc.1']) for (const range of ranges.slice(0, 8)) matched += semver.satisfies(`${major}.${minor}.${patch}${pre}`, range);
console.log(matched);
