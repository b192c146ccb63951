import type { DurableStorage } from '#server/db/durable'

/** Runs the test file named in the path of a request. */
export class Suites {
  constructor(private readonly state: { storage: DurableStorage }) {}

  async fetch(request: Request): Promise<Response> {
    // Modules may start timers or take random numbers only inside a request.
    const { runFile } = await import('./run')
    return Response.json(await runFile(new URL(request.url).pathname.slice(1), this.state.storage))
  }
}

interface Environment {
  SUITES: {
    idFromName(name: string): string
    get(id: string): { fetch(request: Request): Promise<Response> }
  }
}

export default {
  fetch: (request: Request, { SUITES }: Environment): Promise<Response> =>
    SUITES.get(SUITES.idFromName('the one')).fetch(request),
}
