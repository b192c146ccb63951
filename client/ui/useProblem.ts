import {
  COOKIE_DROPPED,
  NO_CONNECTION,
  ProblemError,
  PROXY_SIGN_IN,
  UNEXPECTED_ANSWER,
} from '#client/app/problem'
import { causeInWords, issuesInWords } from '#contract/words/in-words'
import { useCodes, useText } from '#client/app/i18n'
import { useFormat } from './useFormat'

/** Failures that have their own text; for all others the server's sentence is shown. */
const KNOWN = [
  'catalogue_unreachable',
  'catalogue_timeout',
  'catalogue_not_its_api',
  'catalogue_failed',
  NO_CONNECTION,
  UNEXPECTED_ANSWER,
  PROXY_SIGN_IN,
  COOKIE_DROPPED,
] as const
type Known = (typeof KNOWN)[number]

type CodedProblem = Pick<ProblemError, 'code' | 'params' | 'detail'> &
  Partial<Pick<ProblemError, 'coded'>> & {
    errors?: ProblemError['errors'] | undefined
  }

interface ProblemWords {
  title: string
  text: string
  /** A reference to the administrator's log; only if the cause is not already shown. */
  reference: string | null
}

/** Describes a failure: what failed, why, and what to do. */
export function useProblem() {
  const { t } = useText()
  const { readable } = useFormat()
  const wordsOf = useCodes()

  function words(error: unknown): ProblemWords {
    if (!(error instanceof ProblemError)) {
      return { title: t('problem.other.title'), text: t('problem.other.text'), reference: null }
    }
    const { code, status, requestId } = error
    if (isKnown(code)) return { title: titleOf(code), text: t(`problem.${code}.text`), reference: null }
    const text = sentence(error) || t('problem.other.text')
    return { title: t('problem.other.title'), text, reference: status >= 500 ? requestId : null }
  }

  /** The text of a problem; in the server's English if this app has none. */
  function sentence({ code, params, detail, coded, errors }: CodedProblem): string {
    const why = params['why']
    const own = coded
      ? causeInWords(coded, wordsOf)
      : wordsOf('problems', why === undefined ? code : `${code}.${why}`, {
          ...params,
          ...(errors && { issues: issuesInWords(errors, wordsOf) }),
        })
    return readable(own ?? detail)
  }

  /** @param code from the server; the result is its title, without a full stop. */
  function titleOf(code: string): string {
    return t(`problem.${isKnown(code) ? code : 'other'}.title`)
  }

  return { words, sentence, titleOf, reason: (error: unknown) => words(error).text }
}

function isKnown(code: string): code is Known {
  return KNOWN.some((known) => known === code)
}
