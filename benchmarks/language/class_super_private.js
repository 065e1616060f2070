// Classes with private fields, accessors and calls of super.
class Account {
    #balance = 0;
    static #opened = 0;
    constructor(start) {
        this.#balance = start;
        Account.#opened++;
    }
    get balance() { return this.#balance; }
    deposit(n) {
        this.#add(n);
        return this;
    }
    #add(n) { this.#balance += n; }
    static opened() { return Account.#opened; }
}
class Savings extends Account {
    #rate;
    constructor(start, rate) {
        super(start);
        this.#rate = rate;
    }
    deposit(n) { return super.deposit(n + this.#rate); }
}

function main() {
    let sum = 0;
    for (let i = 0; i < 3e5; i++) {
        const s = new Savings(i, i & 3);
        s.deposit(1).deposit(2);
        sum += s.balance;
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('class_super_private', checksum, (user + system) / 3000);
