import "./cycle.cjs";
