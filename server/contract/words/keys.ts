import type { Messages } from './messages'

/** The parameters of a text by name, only texts and numbers, as they are sent and stored beside a code. */
export type Params = Record<string, string | number>

/** The key of one text, such as `search.title`. */
export type MessageKey = keyof Messages

/** The codes of a group of texts, such as `problems`; a code with several texts appears with each. */
export type CodeIn<Group extends string, Key = MessageKey> = Key extends `${Group}.${infer Code}`
  ? Code
  : never

/** The names of a text's parameters. */
export type NamesIn<Key extends string> = Key extends MessageKey ? keyof Messages[Key] & string : never

/** The parameters of a text; additional ones may be given, for programs. */
export type ParamsOf<Key extends string> = Key extends MessageKey
  ? Messages[Key] extends null
    ? Params
    : Params & Messages[Key]
  : never

/** The same without a parameter that is supplied elsewhere. */
export type ParamsWithout<Key extends string, Name extends string> = Key extends MessageKey
  ? Params & Omit<Messages[Key], Name>
  : never

/** The arguments that a text takes after its code; none without parameters. */
export type ParamsArgument<Key extends string> = [NamesIn<Key>] extends [never]
  ? [params?: Params]
  : [params: ParamsOf<Key>]
