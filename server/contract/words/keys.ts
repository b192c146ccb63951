import type { Messages } from './messages'

/** The values of a text by their names, which are texts and numbers alone: they travel and are stored beside a code. */
export type Params = Record<string, string | number>

/** The address of one text, such as `search.title`. */
export type MessageKey = keyof Messages

/** The codes of a group of texts, such as `problems`; a code that has several texts is there with each of them. */
export type CodeIn<Group extends string, Key = MessageKey> = Key extends `${Group}.${infer Code}`
  ? Code
  : never

/** The names of the values that a text asks for. */
export type NamesIn<Key extends string> = Key extends MessageKey ? keyof Messages[Key] & string : never

/** The values that a text asks for; more of them may be given, for programs. */
export type ParamsOf<Key extends string> = Key extends MessageKey
  ? Messages[Key] extends null
    ? Params
    : Params & Messages[Key]
  : never

/** The same without a value that something else makes. */
export type ParamsWithout<Key extends string, Name extends string> = Key extends MessageKey
  ? Params & Omit<Messages[Key], Name>
  : never

/** The arguments that a text takes after its code: none where it asks for no values. */
export type ParamsArgument<Key extends string> = [NamesIn<Key>] extends [never]
  ? [params?: Params]
  : [params: ParamsOf<Key>]
