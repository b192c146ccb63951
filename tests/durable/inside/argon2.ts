/** Instead of the package, which is compiled for Node: these suites ask only whether a password is the same. */
export const hash = (password: string) => Promise.resolve(hashSync(password))
export const hashSync = (password: string) => `hash of ${password}`
export const verify = (hashed: string, password: string) => Promise.resolve(hashed === hashSync(password))
