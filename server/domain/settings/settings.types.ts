/** Encrypts what is stored. */
export interface SecretBox {
  /**
   * @param context names what the text is, such as the row and column; it opens under the same one only.
   * @returns printable text.
   */
  seal(text: string, context: string): Promise<string>
  /** @throws Error when the key or the context is another one, or the text was changed. */
  open(sealed: string, context: string): Promise<string>
}
