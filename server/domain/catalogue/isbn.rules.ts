/**
 * The digits of an ISBN of either length, in upper case, or null if it is invalid or its check digit is
 * wrong.
 */
export function isbnOf(text: string): string | null {
  const digits = text.replace(/[\s\u2010-\u2015-]/g, '').toUpperCase()
  if (/^97[89]\d{10}$/.test(digits)) return checkDigit13(digits) === digits.at(-1) ? digits : null
  return /^\d{9}[\dX]$/.test(digits) && checkDigit10(digits) === digits.at(-1) ? digits : null
}

/** The 13-digit form. */
export function longForm(isbn: string): string {
  if (isbn.length === 13) return isbn
  const digits = `978${isbn.slice(0, 9)}`
  return digits + checkDigit13(digits)
}

/** The 10-digit form, which older recordings have as their ASIN, or null if there is none (979…). */
export function shortForm(isbn: string): string | null {
  if (isbn.length === 10) return isbn
  return isbn.startsWith('978') ? isbn.slice(3, 12) + checkDigit10(isbn.slice(3, 12)) : null
}

/** Calculated from the first twelve digits, weighted 1 and 3 alternately. */
function checkDigit13(digits: string): string {
  const sum = [...digits.slice(0, 12)].reduce(
    (sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

/** Calculated from the first nine digits, weighted 10 down to 2; X stands for ten. */
function checkDigit10(digits: string): string {
  const sum = [...digits.slice(0, 9)].reduce((sum, digit, at) => sum + Number(digit) * (10 - at), 0)
  const check = (11 - (sum % 11)) % 11
  return check === 10 ? 'X' : String(check)
}
