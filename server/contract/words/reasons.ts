import type { ReasonCode, Verdict, VerdictDto } from '#contract/releases'
import { inEnglish } from './english'
import { factName } from './facts'
import type { NamesIn, Params, ParamsOf, ParamsWithout } from './keys'
import { valuesInWords } from './reason-values'

/** The parameters of a reason's text; the meaning of a fact is looked up by name. */
type ValuesOf<C extends ReasonCode> =
  'meaning' extends NamesIn<`reasons.${C}`>
    ? ParamsWithout<`reasons.${C}`, 'meaning'> & { fact: string }
    : ParamsOf<`reasons.${C}`>

/** The arguments of a reason after its code and effect: all parameters of its text, and more for programs. */
export type ReasonArguments<C extends ReasonCode> = [NamesIn<`reasons.${C}`>] extends [never]
  ? [params?: Params]
  : [params: ValuesOf<C>]

/** The parameters of a reason, with the meaning of its fact in English. */
function reasonParams(params: Readonly<Params>): Params {
  const { fact } = params
  if (typeof fact !== 'string') return params
  return { ...params, meaning: inEnglish('facts', factName(fact), {}) ?? '' }
}

let languageNames: Intl.DisplayNames | undefined

const IN_ENGLISH = {
  language(code: string): string {
    // Intl throws at anything that cannot be a code, and stored searches may hold the catalogue's own word.
    if (!/^[a-z]{2,3}$/.test(code)) return code
    languageNames ??= new Intl.DisplayNames('en', { type: 'language' })
    return languageNames.of(code) ?? code
  },
  format: (code: string) => code.replaceAll('_', ' '),
}

/** A reason in English. */
export function reasonText(code: ReasonCode, params: Readonly<Params>): string {
  const values = valuesInWords(code, reasonParams(params), inEnglish, IN_ENGLISH)
  return inEnglish('reasons', code, values) ?? code
}

/** A verdict as the API sends it: each reason with its English text. */
export function showVerdict(verdict: Verdict): VerdictDto {
  return {
    ...verdict,
    reasons: verdict.reasons.map(({ code, params, effect }) => ({
      code,
      params: reasonParams(params),
      text: reasonText(code, params),
      effect,
    })),
  }
}
