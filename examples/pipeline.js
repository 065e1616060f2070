// A small real program: a report over a stream of orders. Classes with private fields, generators, destructuring,
// Map and Set, closures, sorting, async iteration and timers, in the way an ordinary script uses them.
class Random {
    #state;
    constructor(seed) { this.#state = seed >>> 0; }
    next() { return (this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0) / 2 ** 32; }
    below(n) { return Math.floor(this.next() * n); }
    pick(list) { return list[this.below(list.length)]; }
}

const PRODUCTS = [['apple', 30], ['bread', 250], ['cheese', 720], ['dates', 410], ['eggs', 320]];
const CUSTOMERS = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Frances'];

// Orders arrive one after the other, now and then after a pause.
async function* orders(count, random = new Random(42)) {
    for (let id = 1; id <= count; id++) {
        if (id % 200 === 0) await new Promise(resolve => setTimeout(resolve, 1));
        const lines = Array.from({ length: 1 + random.below(4) }, () => {
            const [product, price] = random.pick(PRODUCTS);
            return { product, price, amount: 1 + random.below(5) };
        });
        yield { id, customer: random.pick(CUSTOMERS), lines };
    }
}

class Ledger {
    #totals = new Map();
    #products = new Map();
    #orders = 0;

    add({ customer, lines }) {
        this.#orders++;
        for (const { product, price, amount } of lines) {
            this.#count(this.#totals, customer, price * amount);
            this.#count(this.#products, product, amount);
        }
    }

    #count(map, key, n) { map.set(key, (map.get(key) ?? 0) + n); }

    get orders() { return this.#orders; }
    *ranking(map = this.#totals) { yield* [...map].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)); }
    products() { return this.ranking(this.#products); }
}

const money = cents => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

function table(rows, format = String) {
    const width = Math.max(...rows.map(([key]) => key.length));
    const most = Math.max(...rows.map(([, n]) => n));
    return rows.map(([key, n]) => `  ${key.padEnd(width)} ${format(n).padStart(12)} ${'#'.repeat(Math.round(20 * n / most))}`).join('\n');
}

async function main(count) {
    const ledger = new Ledger();
    const started = performance.now();
    for await (const order of orders(count)) ledger.add(order);

    console.log(`${ledger.orders} orders`);
    console.log('customers by turnover\n' + table([...ledger.ranking()], money));
    console.log('products by amount\n' + table([...ledger.products()]));
    if (process.env.TIMES) console.log(`${(performance.now() - started).toFixed(1)} ms`);
}

main(Number(process.argv[2] ?? 2000));
