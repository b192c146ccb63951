/**
 * The parameters in the path of a request, each decoded once. The router decodes the whole path before it looks
 * for parameters, so that a name with an encoded question mark would end there and be another name; and it
 * knows none where an address without parameters stands beside the one with them, such as `/api/users/me`.
 * @param template as operations write it, such as `/api/users/{username}`.
 * @param path as it came, below the base path, without the query; it decodes to Unicode text.
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
