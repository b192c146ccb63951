import type { Reason, ReasonCode, ReasonEffect } from '#contract/releases'
import type { ReasonArguments } from '#contract/words/reasons'

/** A reason of a verdict, with the parameters of its text. */
export function reason<C extends ReasonCode>(
  code: C,
  effect: ReasonEffect,
  ...[params]: ReasonArguments<C>
): Reason {
  return { code, params: params ?? {}, effect }
}
