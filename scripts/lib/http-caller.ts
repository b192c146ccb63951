/** Calls the HTTP API at a path. @throws where the answer is no success */
export type Send = (method: string, path: string, body?: unknown) => Promise<Response>

/** A caller of the HTTP API below an address, with the headers that every call carries. */
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
