/** Bundles the server into `<buildDir>/server/main.js` when a source changed, and returns that file. */
export function bundleServer(buildDir: string): Promise<string>;
