/** Replaces the package, which is a native module for Node: these suites only compare passwords. */
export const hash = (password: string) => Promise.resolve(hashSync(password))
export const hashSync = (password: string) => `hash of ${password}`
export const verify = (hashed: string, password: string) => Promise.resolve(hashed === hashSync(password))
