<?php
/**
 * The discovery document.
 *
 * @package HubConnect
 */

defined( 'ABSPATH' ) || exit;

/**
 * Answers `/.well-known/hub-connect` below the address of the site. Where the web server does not pass this address on
 * to WordPress, clients find the exchange by its REST route.
 */
function hub_connect_answer_discovery() {
	$requested = isset( $_SERVER['REQUEST_URI'] ) ? wp_parse_url( wp_unslash( $_SERVER['REQUEST_URI'] ), PHP_URL_PATH ) : null; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- Only compared.
	if ( wp_parse_url( home_url( '/.well-known/hub-connect' ), PHP_URL_PATH ) !== $requested ) {
		return;
	}
	wp_send_json(
		array(
			'version'  => 1,
			'exchange' => rest_url( 'hub-connect/v1/exchange' ),
		),
		200,
		JSON_UNESCAPED_SLASHES
	);
}
add_action( 'parse_request', 'hub_connect_answer_discovery', 0 );
