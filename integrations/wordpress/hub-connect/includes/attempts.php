<?php
/**
 * Limits how often one client may try codes.
 *
 * @package HubConnect
 */

defined( 'ABSPATH' ) || exit;

const HUB_CONNECT_MAX_ATTEMPTS = 30;

const HUB_CONNECT_WINDOW_SECONDS = 600;

/**
 * Counts an attempt of a client before its code is looked up, so that parallel requests cannot exceed the limit.
 *
 * @param string $client The client, from hub_connect_client().
 * @return int Seconds until the client may try again; 0 when it may try now.
 */
function hub_connect_count_attempt( $client ) {
	global $wpdb;
	$table = hub_connect_attempts_table();
	$wpdb->query( "DELETE FROM $table WHERE window_ends_at <= UTC_TIMESTAMP() ORDER BY window_ends_at LIMIT 100" );
	// LAST_INSERT_ID( … ) returns the number that this statement wrote, whatever other requests write at the same time.
	$changed = $wpdb->query(
		$wpdb->prepare(
			"INSERT INTO $table (client, attempts, window_ends_at)
			VALUES (%s, 1, UTC_TIMESTAMP() + INTERVAL %d SECOND)
			ON DUPLICATE KEY UPDATE attempts = LAST_INSERT_ID( attempts + 1 )",
			$client,
			HUB_CONNECT_WINDOW_SECONDS
		)
	);
	// An attempt that could not be counted has to wait.
	if ( false === $changed ) {
		return 1;
	}
	if ( 1 === $changed || $wpdb->insert_id <= HUB_CONNECT_MAX_ATTEMPTS ) {
		return 0;
	}
	$seconds = $wpdb->get_var(
		$wpdb->prepare( "SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(), window_ends_at) FROM $table WHERE client = %s", $client )
	);
	return max( 1, (int) $seconds );
}

/**
 * Takes a counted attempt back: it succeeded, or the site could not judge it.
 *
 * @param string $client The client.
 */
function hub_connect_forgive_attempt( $client ) {
	global $wpdb;
	$wpdb->query(
		$wpdb->prepare(
			'UPDATE ' . hub_connect_attempts_table() . ' SET attempts = attempts - 1 WHERE client = %s AND attempts > 0',
			$client
		)
	);
}

/**
 * Returns who counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address. Addresses are stored as
 * keyed hashes only.
 *
 * @return string
 */
function hub_connect_client() {
	$address = isset( $_SERVER['REMOTE_ADDR'] ) ? sanitize_text_field( wp_unslash( $_SERVER['REMOTE_ADDR'] ) ) : '';

	/**
	 * Filters the address that attempts are counted for. Behind a reverse proxy every request has the address of the
	 * proxy; return the address that your proxy reports. Never trust a header that clients can set themselves.
	 *
	 * @param string $address The address of the connection.
	 */
	$address = (string) apply_filters( 'hub_connect_client_address', $address );
	$packed  = filter_var( $address, FILTER_VALIDATE_IP ) ? inet_pton( $address ) : false;
	if ( false !== $packed && 16 === strlen( $packed ) ) {
		$address = bin2hex( substr( $packed, 0, 8 ) );
	}
	return hash_hmac( 'sha256', $address, wp_salt( 'nonce' ) );
}
