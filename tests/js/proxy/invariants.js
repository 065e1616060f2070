// What traps may not say; the messages name the trap and the property.
function show(f) { try { console.log(f()); } catch (e) { console.log(`${e.name}: ${e.message}`); } }
const frozen = Object.freeze({ x: 1, get y() { return 1; } });
const liar = new Proxy(frozen, { get() { return 5; }, set() { return true; }, has() { return false; }, deleteProperty() { return true; }, getOwnPropertyDescriptor() {}, defineProperty() { return true; }, ownKeys() { return ['x']; }, isExtensible() { return true; }, getPrototypeOf() { return null; }, setPrototypeOf() { return true; }, preventExtensions() { return true; } });
show(() => liar.x); // expect: TypeError: 'get' on proxy: property 'x' is a read-only and non-configurable data property on the proxy target but the proxy did not return its actual value (expected '1' but got '5')
show(() => { liar.x = 2; }); // expect: TypeError: 'set' on proxy: trap returned truish for property 'x' which exists in the proxy target as a non-configurable and non-writable data property with a different value
show(() => { liar.y = 2; }); // expect: TypeError: 'set' on proxy: trap returned truish for property 'y' which exists in the proxy target as a non-configurable and non-writable accessor property without a setter
show(() => 'x' in liar); // expect: TypeError: 'has' on proxy: trap returned falsish for property 'x' which exists in the proxy target as non-configurable
show(() => delete liar.x); // expect: TypeError: 'deleteProperty' on proxy: trap returned truish for property 'x' which is non-configurable in the proxy target
show(() => Object.getOwnPropertyDescriptor(liar, 'x')); // expect: TypeError: 'getOwnPropertyDescriptor' on proxy: trap returned undefined for property 'x' which is non-configurable in the proxy target
show(() => Object.defineProperty(liar, 'x', { value: 3 })); // expect: TypeError: 'defineProperty' on proxy: trap returned truish for adding property 'x'  that is incompatible with the existing property in the proxy target
show(() => Object.defineProperty(liar, 'z', { value: 3 })); // expect: TypeError: 'defineProperty' on proxy: trap returned truish for adding property 'z'  to the non-extensible proxy target
show(() => Object.keys(liar)); // expect: TypeError: 'ownKeys' on proxy: trap result did not include 'y'
show(() => Object.isExtensible(liar)); // expect: TypeError: 'isExtensible' on proxy: trap result does not reflect extensibility of proxy target (which is 'false')
show(() => Object.getPrototypeOf(liar)); // expect: TypeError: 'getPrototypeOf' on proxy: proxy target is non-extensible but the trap did not return its actual prototype
show(() => Object.setPrototypeOf(liar, null)); // expect: TypeError: 'setPrototypeOf' on proxy: trap returned truish for setting a new prototype on the non-extensible proxy target
show(() => Object.preventExtensions(liar) === liar); // expect: true
const open = { a: 1 };
show(() => Object.preventExtensions(new Proxy(open, { preventExtensions() { return true; } }))); // expect: TypeError: 'preventExtensions' on proxy: trap returned truish but the proxy target is extensible
show(() => Object.preventExtensions(new Proxy(open, { preventExtensions() { return false; } }))); // expect: TypeError: 'preventExtensions' on proxy: trap returned falsish
show(() => Object.defineProperty(new Proxy(open, { defineProperty() { return true; } }), 'a', { configurable: false })); // expect: TypeError: 'defineProperty' on proxy: trap returned truish for defining non-configurable property 'a' which is either non-existent or configurable in the proxy target
show(() => Object.getOwnPropertyDescriptor(new Proxy(open, { getOwnPropertyDescriptor() { return { configurable: false }; } }), 'a')); // expect: TypeError: 'getOwnPropertyDescriptor' on proxy: trap reported non-configurability for property 'a' which is either non-existent or configurable in the proxy target
show(() => Object.getOwnPropertyDescriptor(new Proxy(open, { getOwnPropertyDescriptor() { return 1; } }), 'a')); // expect: TypeError: 'getOwnPropertyDescriptor' on proxy: trap returned neither object nor undefined for property 'a'
show(() => Object.getPrototypeOf(new Proxy(open, { getPrototypeOf() { return 1; } }))); // expect: TypeError: 'getPrototypeOf' on proxy: trap returned neither object nor null
for (const keys of [[1], ['a', 'a'], 1, [Symbol.iterator, 'b']]) show(() => Reflect.ownKeys(new Proxy(open, { ownKeys() { return keys; } })).length);
// expect: TypeError: 1 is not a valid property name
// expect: TypeError: 'ownKeys' on proxy: trap returned duplicate entries
// expect: TypeError: CreateListFromArrayLike called on non-object
// expect: 2
show(() => Reflect.ownKeys(new Proxy(Object.preventExtensions({ a: 1 }), { ownKeys() { return ['a', 'b']; } }))); // expect: TypeError: 'ownKeys' on proxy: trap returned extra keys but proxy target is non-extensible
show(() => new (new Proxy(function () {}, { construct() { return 1; } }))()); // expect: TypeError: 'construct' on proxy: trap returned non-object ('1')
show(() => { 'use strict'; new Proxy({}, { set() { return 0; } }).x = 1; }); // expect: TypeError: 'set' on proxy: trap returned falsish for property 'x'
show(() => { 'use strict'; delete new Proxy({}, { deleteProperty() { return 0; } }).x; }); // expect: TypeError: 'deleteProperty' on proxy: trap returned falsish for property 'x'
show(() => new Proxy({}, { get: 1 }).x); // expect: TypeError: '1' returned for property 'get' of object '#<Object>' is not a function
show(() => Proxy({}, {})); // expect: TypeError: Constructor Proxy requires 'new'
show(() => new Proxy(1, {})); // expect: TypeError: Cannot create proxy with a non-object as target or handler
show(() => Object.defineProperty(new Proxy({}, { defineProperty() { return 0; } }), 'x', {})); // expect: TypeError: 'defineProperty' on proxy: trap returned falsish for property 'x'
show(() => Object.setPrototypeOf(new Proxy({}, { setPrototypeOf() { return 0; } }), null)); // expect: TypeError: 'setPrototypeOf' on proxy: trap returned falsish for property 'undefined'

// Revoked proxies answer nothing but typeof.
const { proxy, revoke } = Proxy.revocable(function () {}, {});
console.log(typeof proxy, revoke.name === '', revoke.length, revoke(), revoke()); // expect: function true 0 undefined undefined
show(() => proxy.x); // expect: TypeError: Cannot perform 'get' on a proxy that has been revoked
show(() => { proxy.x = 1; }); // expect: TypeError: Cannot perform 'set' on a proxy that has been revoked
show(() => 'x' in proxy); // expect: TypeError: Cannot perform 'has' on a proxy that has been revoked
show(() => delete proxy.x); // expect: TypeError: Cannot perform 'deleteProperty' on a proxy that has been revoked
show(() => proxy()); // expect: TypeError: Cannot perform 'apply' on a proxy that has been revoked
show(() => new proxy()); // expect: TypeError: Cannot perform 'construct' on a proxy that has been revoked
show(() => Object.keys(proxy)); // expect: TypeError: Cannot perform 'ownKeys' on a proxy that has been revoked
show(() => Array.isArray(proxy)); // expect: TypeError: Cannot perform 'IsArray' on a proxy that has been revoked
show(() => Object.getPrototypeOf(proxy)); // expect: TypeError: Cannot perform 'getPrototypeOf' on a proxy that has been revoked
console.log(typeof proxy, typeof new Proxy(proxy, {})); // expect: function function
// A trap may revoke its own proxy.
const r = Proxy.revocable({ a: 7 }, { get get() { r.revoke(); } });
show(() => r.proxy.a); // expect: 7
show(() => r.proxy.a); // expect: TypeError: Cannot perform 'get' on a proxy that has been revoked
