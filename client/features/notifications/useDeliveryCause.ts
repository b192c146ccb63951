import type { DeliveryCause } from '#contract/delivery-cause'
import { failureWords } from '#contract/words/in-words'
import { useCodes } from '#client/app/i18n'

/** Why a message did not arrive, as a code and in English. */
interface Undelivered {
  cause: DeliveryCause | null
  error: string | null
}

/** Describes why a message did not arrive. */
export function useDeliveryCause() {
  const wordsOf = useCodes()

  /** @returns null if nothing failed; the server's English for causes that this app does not know */
  return ({ cause, error }: Undelivered): string | null => {
    if (cause === null) return error
    const { failure } = cause.params
    const params =
      typeof failure === 'string'
        ? { ...cause.params, failure: failureWords(failure, wordsOf) }
        : cause.params
    return wordsOf('deliveryCauses', cause.code, params) ?? error
  }
}
