<?php
/**
 * Connect codes: how they look, how they are stored, and how they are consumed.
 *
 * @package HubConnect
 */

defined( 'ABSPATH' ) || exit;

/** No vowels and no digits: a code spells no word, and no letter is mistaken for a digit. */
const HUB_CONNECT_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';

const HUB_CONNECT_CODE_LETTERS = 16;

const HUB_CONNECT_CODE_MINUTES = 10;

/**
 * Creates a code for a user, in the place of the user's previous one. Only its hash is stored.
 *
 * @param int $user_id The user.
 * @return string|null The code as it is shown: four groups of four letters. Null when it could not be stored.
 */
function hub_connect_create_code( $user_id ) {
	global $wpdb;
	hub_connect_ensure_tables();
	$letters = '';
	for ( $index = 0; $index < HUB_CONNECT_CODE_LETTERS; $index++ ) {
		$letters .= HUB_CONNECT_ALPHABET[ random_int( 0, strlen( HUB_CONNECT_ALPHABET ) - 1 ) ];
	}
	$stored = $wpdb->query(
		$wpdb->prepare(
			'REPLACE INTO ' . hub_connect_codes_table() . ' (user_id, code_hash, expires_at)
			VALUES (%d, %s, UTC_TIMESTAMP() + INTERVAL %d MINUTE)',
			$user_id,
			hub_connect_hash( $letters ),
			HUB_CONNECT_CODE_MINUTES
		)
	);
	$wpdb->query( 'DELETE FROM ' . hub_connect_codes_table() . ' WHERE expires_at <= UTC_TIMESTAMP()' );
	return false === $stored ? null : implode( '-', str_split( $letters, 4 ) );
}

/**
 * Consumes a code. Of any number of requests with the same code, one gets the user.
 *
 * @param string $code The code as somebody typed it.
 * @return int|null The user of the code; null when the code is malformed, unknown, used, replaced or expired.
 */
function hub_connect_consume_code( $code ) {
	global $wpdb;
	$letters = hub_connect_normalize( $code );
	if ( null === $letters ) {
		return null;
	}
	$hash    = hub_connect_hash( $letters );
	$user_id = $wpdb->get_var(
		$wpdb->prepare( 'SELECT user_id FROM ' . hub_connect_codes_table() . ' WHERE code_hash = %s', $hash )
	);
	if ( null === $user_id ) {
		return null;
	}
	// The number of deleted rows decides; what was read above may be outdated.
	$deleted = $wpdb->query(
		$wpdb->prepare(
			'DELETE FROM ' . hub_connect_codes_table() . '
			WHERE user_id = %d AND code_hash = %s AND expires_at > UTC_TIMESTAMP()',
			$user_id,
			$hash
		)
	);
	return 1 === $deleted ? (int) $user_id : null;
}

/**
 * Returns the letters of a code in the form that is hashed.
 *
 * @param string $code The code as somebody typed it.
 * @return string|null Null when this cannot be a code.
 */
function hub_connect_normalize( $code ) {
	$letters = strtoupper( preg_replace( '/[\s\p{Pd}]+/u', '', $code ) ?? '' );
	$pattern = '/\A[' . HUB_CONNECT_ALPHABET . ']{' . HUB_CONNECT_CODE_LETTERS . '}\z/';
	return 1 === preg_match( $pattern, $letters ) ? $letters : null;
}

/**
 * Returns the hash of a normalized code. A code has 69 random bits, so a fast hash is enough.
 *
 * @param string $letters The letters of the code.
 * @return string
 */
function hub_connect_hash( $letters ) {
	return hash( 'sha256', $letters );
}
