import { NO_CONNECTION, ProblemError, UNEXPECTED_ANSWER } from '#client/app/problem'
import { causeInWords } from '#contract/words/in-words'
import { useCodes, useText } from '#client/app/i18n'
import { useFormat } from './useFormat'

/** Failures with words of their own; for all others the server's sentence is shown. */
const KNOWN = [
  'catalogue_unreachable',
  'catalogue_timeout',
  'catalogue_not_its_api',
  'catalogue_failed',
  NO_CONNECTION,
  UNEXPECTED_ANSWER,
] as const
type Known = (typeof KNOWN)[number]

type Said = Pick<ProblemError, 'code' | 'params' | 'detail'> & Partial<Pick<ProblemError, 'coded'>>

interface ProblemWords {
  title: string
  text: string
  /** For the administrator's log; only where the cause is not already said. */
  reference: string | null
}

/** Puts a failure into words: what failed, why, and what to try. */
export function useProblem() {
  const { t } = useText()
  const { readable } = useFormat()
  const wordsOf = useCodes()

  function words(error: unknown): ProblemWords {
    if (!(error instanceof ProblemError)) {
      return { title: t('problem.other.title'), text: t('problem.other.text'), reference: null }
    }
    const { code, status, requestId } = error
    if (isKnown(code)) {
      return { title: titleOf(code), text: t(`problem.${code}.text`), reference: null }
    }
    return {
      title: t('problem.other.title'),
      text: said(error) || t('problem.other.text'),
      reference: status >= 500 ? requestId : null,
    }
  }

  /** What a problem says; in the server's English where this app has no words for it. */
  function said({ code, params, detail, coded }: Said): string {
    const why = params['why']
    const own = coded
      ? causeInWords(coded, wordsOf)
      : wordsOf('problems', why === undefined ? code : `${code}.${why}`, params)
    return readable(own ?? detail)
  }

  /** @param code what went wrong, as the server named it; the title of its words, without a full stop. */
  function titleOf(code: string): string {
    return t(`problem.${isKnown(code) ? code : 'other'}.title`)
  }

  return { words, said, titleOf, reason: (error: unknown) => words(error).text }
}

function isKnown(code: string): code is Known {
  return KNOWN.some((known) => known === code)
}
