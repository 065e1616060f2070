'use strict';
// node:stream/consumers: everything that a stream or async iterable gives, as one value.

const { Buffer } = require('buffer');

async function buffer(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}

async function arrayBuffer(stream) {
  const { buffer: bytes, byteOffset, byteLength } = await buffer(stream);
  return bytes.slice(byteOffset, byteOffset + byteLength);
}

async function text(stream) {
  const decoder = new TextDecoder();
  let result = '';
  for await (const chunk of stream) {
    result += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  }
  return result + decoder.decode();
}

async function json(stream) {
  return JSON.parse(await text(stream));
}

module.exports = { arrayBuffer, buffer, json, text };
