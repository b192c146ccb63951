/** Replaces the package, which is compiled for Node: these suites only compare passwords. */
export const hash = (password: string) => Promise.resolve(hashSync(password))
export const hashSync = (password: string) => `hash of ${password}`
export const verify = (hashed: string, password: string) => Promise.resolve(hashed === hashSync(password))
