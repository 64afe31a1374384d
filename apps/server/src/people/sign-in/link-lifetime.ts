export const LINK_MINUTES = 10;
export const LINK_SECONDS = LINK_MINUTES * 60;
/** Wait before a browser may request another mail. */
export const RESEND_SECONDS = 60;
