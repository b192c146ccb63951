import type { ReasonCode, Verdict, VerdictDto } from '#contract/releases'
import { inEnglish } from './english'
import { factName } from './facts'
import type { NamesIn, Params, ParamsOf, ParamsWithout } from './keys'

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

/** A reason in English. */
export function reasonText(code: ReasonCode, params: Readonly<Params>): string {
  return inEnglish('reasons', code, reasonParams(params)) ?? code
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
