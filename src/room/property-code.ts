/** The form of a property code: 1 to 16 printable ASCII characters. */
export const PROPERTY_CODE = /^[ -~]{1,16}$/;
