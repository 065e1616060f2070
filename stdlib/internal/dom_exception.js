'use strict';
// DOMException (WebIDL, "DOMException"): the error of the web's interfaces.
//
// An instance is an Error object, with its captured stack, that has got private fields: JavaScript gives them to
// whatever a base constructor returns. Name and message are accessors of the prototype, not properties of their own.

const { setHeader } = native('errors');
const { ERR_INVALID_THIS } = require('internal/errors');

const codes = [
  'INDEX_SIZE', 'DOMSTRING_SIZE', 'HIERARCHY_REQUEST', 'WRONG_DOCUMENT', 'INVALID_CHARACTER', 'NO_DATA_ALLOWED',
  'NO_MODIFICATION_ALLOWED', 'NOT_FOUND', 'NOT_SUPPORTED', 'INUSE_ATTRIBUTE', 'INVALID_STATE', 'SYNTAX',
  'INVALID_MODIFICATION', 'NAMESPACE', 'INVALID_ACCESS', 'VALIDATION', 'TYPE_MISMATCH', 'SECURITY', 'NETWORK', 'ABORT',
  'URL_MISMATCH', 'QUOTA_EXCEEDED', 'TIMEOUT', 'INVALID_NODE_TYPE', 'DATA_CLONE',
];

// The names that have a code, in the order of the codes; '' for codes that no name has any more.
const names = [
  '', 'IndexSizeError', '', 'HierarchyRequestError', 'WrongDocumentError', 'InvalidCharacterError', '',
  'NoModificationAllowedError', 'NotFoundError', 'NotSupportedError', 'InUseAttributeError', 'InvalidStateError',
  'SyntaxError', 'InvalidModificationError', 'NamespaceError', 'InvalidAccessError', '', 'TypeMismatchError',
  'SecurityError', 'NetworkError', 'AbortError', 'URLMismatchError', 'QuotaExceededError', 'TimeoutError',
  'InvalidNodeTypeError', 'DataCloneError',
];

class Returned {
  constructor(object) {
    return object;
  }
}

// The private fields.
class Fields extends Returned {
  #name;
  #message;
  constructor(error, name, message) {
    super(error);
    this.#name = name;
    this.#message = message;
  }
  static isException(value) {
    return value !== null && typeof value === 'object' && #name in value;
  }
  static nameOf(error) {
    if (!Fields.isException(error)) throw new ERR_INVALID_THIS('DOMException');
    return error.#name;
  }
  static messageOf(error) {
    if (!Fields.isException(error)) throw new ERR_INVALID_THIS('DOMException');
    return error.#message;
  }
}

class DOMException {
  // message: text; options: the name, or { name, cause }.
  constructor(message = '', options = 'Error') {
    const error = Reflect.construct(Error, [], new.target);
    const described = options !== null && typeof options === 'object';
    const text = `${message}`;
    const name = described ? `${options.name ?? 'Error'}` : `${options}`;
    new Fields(error, name, text);
    setHeader(error, text === '' ? name : `${name}: ${text}`);
    if (described && 'cause' in options) {
      Object.defineProperty(error, 'cause', { value: options.cause, writable: true, configurable: true });
    }
    return error;
  }

  get name() {
    return Fields.nameOf(this);
  }

  get message() {
    return Fields.messageOf(this);
  }

  // The number that the name had before names were used; 0: none.
  get code() {
    const name = Fields.nameOf(this);
    return name === '' ? 0 : Math.max(names.indexOf(name), 0);
  }
}

Object.setPrototypeOf(DOMException.prototype, Error.prototype);
Object.defineProperties(DOMException.prototype, {
  name: { enumerable: true },
  message: { enumerable: true },
  code: { enumerable: true },
  [Symbol.toStringTag]: { value: 'DOMException', configurable: true },
});
for (let i = 0; i < codes.length; i++) {
  const constant = { value: i + 1, enumerable: true };
  Object.defineProperty(DOMException, `${codes[i]}_ERR`, constant);
  Object.defineProperty(DOMException.prototype, `${codes[i]}_ERR`, constant);
}

// A DOMException with the same name, message and stack; undefined for anything else.
function copyDOMException(value) {
  if (!Fields.isException(value)) return undefined;
  const copy = new DOMException(Fields.messageOf(value), Fields.nameOf(value));
  const stack = Object.getOwnPropertyDescriptor(value, 'stack');
  if (typeof stack?.value === 'string') Object.defineProperty(copy, 'stack', { value: stack.value });
  return copy;
}

module.exports = { DOMException, copyDOMException };
