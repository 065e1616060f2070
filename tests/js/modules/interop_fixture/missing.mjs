import './absent.mjs';
