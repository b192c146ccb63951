/**
 * The path parameters of a request, each decoded once. The router decodes the whole path before it finds
 * parameters, so a name with an encoded question mark would be cut off there and become another name. It also
 * finds none if a fixed address exists next to the one with parameters, such as `/api/users/me`.
 * @param template an operation's path, such as `/api/users/{username}`.
 * @param path as received, under the base path, without the query; it decodes to valid Unicode.
 */
export function pathParams(template: string, path: string): Record<string, string> {
  const given = path.split('/')
  return Object.fromEntries(
    template.split('/').flatMap((part, at) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      return name === undefined ? [] : [[name, decodeURIComponent(given[at] ?? '')]]
    }),
  )
}
