import fs from "fs"; export const kind = typeof fs
