Object.defineProperty(exports, "__esModule", { value: true }); exports.default = 1; exports.named = 2;
