import { found, type TestFinding } from '#contract/connection-test'

/** A download client as the search service knows it. */
export interface SendingClient {
  /** Its name in the search service. */
  name: string
  /** The program, in any case, as the search service spells it. */
  program: string
  protocol: string
  /** The category that releases get there; empty for none. */
  category: string
}

/** A connection to a download client. */
export interface WatchingClient {
  name: string
  /** The program, which is the name of the driver. */
  program: string
  /** Empty for all. */
  category: string
}

/**
 * What to change where the search service sends releases with a category that the connection to the client does not
 * watch. A client that several connections may be is the one of the same name; without one, one that fits is enough.
 * @param service the search service's name in messages.
 */
export function categoryIssues(
  service: string,
  sending: readonly SendingClient[],
  watching: readonly WatchingClient[],
): TestFinding[] {
  return sending.flatMap(({ name: client, program, category }) => {
    const ofProgram = watching.filter((one) => isSame(one.program, program))
    const ofName = ofProgram.filter(({ name }) => isSame(name, client))
    const possible = ofName.length > 0 ? ofName : ofProgram
    const [first] = possible
    if (!first || possible.some((one) => one.category === '' || isSame(one.category, category))) return []
    const params = { service, client, name: first.name, watched: first.category }
    return [
      category === ''
        ? found('category_not_sent', params)
        : found('category_differs', { ...params, category }),
    ]
  })
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
