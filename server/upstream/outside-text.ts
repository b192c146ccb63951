import { z } from 'zod'
import { boundedText } from './bounded-text.rules'

/** A text in another service's answer. Drivers use this in place of `z.string()`, which accepts any length. */
export const outsideText = z.string().transform((text) => boundedText(text))
/** A text that may be missing; null if a service sends something else. */
export const optionalText = outsideText.nullish().catch(null)
