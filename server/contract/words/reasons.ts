import type { ReasonCode, Verdict, VerdictDto } from '#contract/releases'
import { inEnglish } from './english'
import { factName } from './facts'
import type { NamesIn, Params, ParamsOf, ParamsWithout } from './keys'

/** The values that the words of a reason ask for; what a fact means is looked up from its name. */
type ValuesOf<C extends ReasonCode> =
  'meaning' extends NamesIn<`reasons.${C}`>
    ? ParamsWithout<`reasons.${C}`, 'meaning'> & { fact: string }
    : ParamsOf<`reasons.${C}`>

/** What a reason is made with after its code and effect: all values its words ask for, and more for programs. */
export type ReasonArguments<C extends ReasonCode> = [NamesIn<`reasons.${C}`>] extends [never]
  ? [params?: Params]
  : [params: ValuesOf<C>]

/** The values of a reason with what its fact means, in English. */
export function reasonParams(params: Readonly<Params>): Params {
  const { fact } = params
  if (typeof fact !== 'string') return params
  return { ...params, meaning: inEnglish('facts', factName(fact), {}) ?? '' }
}

/** A reason in English. */
export function reasonText(code: ReasonCode, params: Readonly<Params>): string {
  return inEnglish('reasons', code, reasonParams(params)) ?? code
}

/** A verdict as the API shows it: each reason with its English words. */
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
