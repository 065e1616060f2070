// Gravitation among the Sun and four planets: float properties of objects, 250 thousand steps.
const SOLAR_MASS = 4 * Math.PI * Math.PI;
const DAYS = 365.24;

function body(x, y, z, vx, vy, vz, mass) {
    return { x, y, z, vx: vx * DAYS, vy: vy * DAYS, vz: vz * DAYS, mass: mass * SOLAR_MASS };
}

function system5() {
    const bodies = [
        body(0, 0, 0, 0, 0, 0, 1),
        body(4.84143144246472, -1.16032004402742, -0.103622044471123,
            0.00166007664274404, 0.00769901118419740, -0.0000690460016972063, 0.000954791938424327),
        body(8.34336671824458, 4.12479856412430, -0.403523417114321,
            -0.00276742510726862, 0.00499852801234917, 0.0000230417297573764, 0.000285885980666131),
        body(12.8943695621391, -15.1111514016986, -0.223307578892656,
            0.00296460137564762, 0.00237847173959481, -0.0000296589568540238, 0.0000436624404335156),
        body(15.3796971148509, -25.9193146099879, 0.179258772950371,
            0.00268067772490389, 0.00162824170038242, -0.0000951592254519716, 0.0000515138902046611),
    ];
    let px = 0, py = 0, pz = 0;
    for (const b of bodies) {
        px += b.vx * b.mass;
        py += b.vy * b.mass;
        pz += b.vz * b.mass;
    }
    bodies[0].vx = -px / SOLAR_MASS;
    bodies[0].vy = -py / SOLAR_MASS;
    bodies[0].vz = -pz / SOLAR_MASS;
    return bodies;
}

function advance(bodies, dt) {
    const n = bodies.length;
    for (let i = 0; i < n; i++) {
        const a = bodies[i];
        for (let j = i + 1; j < n; j++) {
            const b = bodies[j];
            const dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
            const square = dx * dx + dy * dy + dz * dz;
            const mag = dt / (square * Math.sqrt(square));
            a.vx -= dx * b.mass * mag;
            a.vy -= dy * b.mass * mag;
            a.vz -= dz * b.mass * mag;
            b.vx += dx * a.mass * mag;
            b.vy += dy * a.mass * mag;
            b.vz += dz * a.mass * mag;
        }
    }
    for (let i = 0; i < n; i++) {
        const b = bodies[i];
        b.x += dt * b.vx;
        b.y += dt * b.vy;
        b.z += dt * b.vz;
    }
}

function energy(bodies) {
    let e = 0;
    for (let i = 0; i < bodies.length; i++) {
        const a = bodies[i];
        e += 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz);
        for (let j = i + 1; j < bodies.length; j++) {
            const b = bodies[j];
            e -= a.mass * b.mass / Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
        }
    }
    return e;
}

function main() {
    const bodies = system5();
    for (let i = 0; i < 250000; i++) advance(bodies, 0.01);
    return energy(bodies).toFixed(9);
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 2; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('nbody', checksum, (user + system) / 2000);
