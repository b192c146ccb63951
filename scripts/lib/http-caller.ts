/** Calls a path of the HTTP API. @throws if the response is not a success */
export type Send = (method: string, path: string, body?: unknown) => Promise<Response>

/** Creates a caller of the HTTP API at an address, with fixed headers. */
export function caller(url: string, headers: Record<string, string> = {}): Send {
  return async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} /${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
}
